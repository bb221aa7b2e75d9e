# A live scene in marimo: "marimo edit docs/explorer_in_marimo.py".

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import marimo as mo

    from svmlab import explorers, kkt, leave_one_out

    return explorers, kkt, leave_one_out, mo


@app.cell
def _(mo):
    mo.md("""
    # A machine, and what follows from it

    Move *C* or σ, drag a point, choose one: the cells below run again by themselves.
    """)
    return


@app.cell
def _(explorers, mo):
    explorer = explorers.MarginExplorer(m=80)
    scene = mo.ui.anywidget(explorer.widget)
    scene
    return explorer, scene


@app.cell
def _(explorer, leave_one_out, mo, scene):
    loo = leave_one_out(explorer.svm)
    mo.md(f"At *C* = {scene.C:.3g} and σ = {scene.sigma:.3g} there are {loo.n_errors} leave-one-out errors.")
    return


@app.cell
def _(explorer, kkt, mo, scene):
    chosen = scene.value["selected"]
    words = "No point is chosen."
    if chosen >= 0:
        words = f"Point {chosen}: {kkt.cases(explorer.svm).words(chosen)}"
    mo.md(words)
    return


if __name__ == "__main__":
    app.run()
