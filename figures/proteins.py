"""The secondary structure of proteins, residue by residue: Weston and Watkins' machine beside others, into proteins.md.

Windows of 13 residues, one-hot, as in Qian and Sejnowski 1988. C is chosen by cross-validation on some of the chains to
train, related ones together: some are all but copies of others, which reward a machine that knows its points by heart,
and none is related to those to test. The 3,520 residues to test are looked at once, at the end. Each machine is trained
in a process of its own, so that the memory it is said to take is its own.

    python figures/proteins.py            all of it: a quarter of an hour or more
    python figures/proteins.py --chains 12 --folds-of 12     trained on the first chains only, to try it
"""

import argparse
import multiprocessing
import platform
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import scipy
import sklearn
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import GroupKFold
from sklearn.svm import SVC, LinearSVC

import svmlab
from svmlab import MulticlassSVM, datasets, kernels, risk

WINDOW, FOLDS, SEED = 13, 3, 0
WORD, SHARED = 6, 3  # chains with three words of six residues in common are related
SIGMA = np.sqrt(10.0)  # ‖x - z‖² is twice the number of positions that differ, 0 to 26
CLASSES = np.array(["_", "e", "h"])
NAMES = {"_": "coil", "e": "sheet", "h": "helix"}
MACHINES = {  # name: (values of C, what is made of C and a tolerance, tolerance to choose by, and in the end)
    "Weston-Watkins, linear": ((0.003, 0.03, 0.3), lambda C, tol: MulticlassSVM(C, tol=tol), 1e-3, 1e-8),
    "Weston-Watkins, Gaussian": (
        (0.3, 1.0, 3.0), lambda C, tol: MulticlassSVM(C, kernels.Gaussian(SIGMA), tol=tol), 1e-2, 1e-3
    ),
    "SVC, one against one, Gaussian": (
        (0.3, 1.0, 3.0), lambda C, tol: SVC(C=C, gamma=0.5 / SIGMA**2, cache_size=1000, tol=tol), 1e-3, 1e-3
    ),
    "LIBLINEAR, Crammer-Singer": (
        (0.003, 0.03, 0.3),
        lambda C, tol: LinearSVC(C=C, multi_class="crammer_singer", tol=tol, max_iter=20_000, random_state=SEED),
        1e-2, 1e-3,
    ),
}  # fmt: skip


def residues(subset, n=None):
    """(X, y, family of each residue) of the first n chains."""
    data = datasets.protein_secondary_structure(WINDOW, subset)
    chains = ["".join(residues) for residues, _ in datasets.protein_chains(subset)][:n]
    family = np.repeat(families(chains), [len(chain) for chain in chains])
    return data.X[: len(family)], data.y[: len(family)], family


def families(chains):
    """The family of each chain: chains are related that share words, and those that are related to the same."""
    words = [{chain[i : i + WORD] for i in range(len(chain) - WORD + 1)} for chain in chains]
    related = [[len(some & others) >= SHARED for others in words] for some in words]
    return connected_components(csr_array(related), directed=False)[1]


def q3(svm, X, y):
    """Share of residues that are told right."""
    return float((svm.predict(X) == y).mean())


def validated(name, n_chains):
    """[(C, Q3 by cross-validation, guaranteed risk or None)] on the first chains."""
    X, y, family = residues("train", n_chains)
    grid, make, tol, _ = MACHINES[name]
    rows = []
    for C in grid:
        right = [
            (make(C, tol).fit(X[kept], y[kept]).predict(X[out]) == y[out]).sum()
            for kept, out in GroupKFold(FOLDS).split(X, y, family)
        ]
        whole = make(C, tol).fit(X, y) if isinstance(make(C, tol), MulticlassSVM) else None
        rows.append((C, float(sum(right)) / len(y), whole and risk.guaranteed_risk(whole).value))
    return rows


def trained(name, C, n_chains):
    """What is to be told of the machine at C: seconds, memory, certificate, Q3, confusion (3, 3)."""
    X, y, _ = residues("train", n_chains)
    _, make, _, tol = MACHINES[name]
    wall, cpu = time.perf_counter(), time.process_time()
    svm = make(C, tol).fit(X, y)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    Z, labels, _ = residues("test")
    told = svm.predict(Z)
    status = svm.solution_.status if isinstance(svm, MulticlassSVM) else f"its own stopping rule at tol={tol:g}"
    return {
        "C": C, "wall": wall, "cpu": cpu, "peak": peak, "status": status, "train": q3(svm, X, y),
        "test": float((told == labels).mean()), "confusion": confusion_matrix(labels, told, labels=CLASSES)
    }  # fmt: skip


def apart(way, function, *arguments):
    """The result of a function, computed in a process of its own that begins this way."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(way)) as pool:
        return pool.submit(function, *arguments).result()


def report(part, folds_of, choices, results):
    """The lines of proteins.md."""
    whole = "all 111 chains" if part is None else f"the first {part} of 111 chains"
    versions = f"svmlab {svmlab.__version__}, scikit-learn {sklearn.__version__}, NumPy {np.__version__}, SciPy "
    lines = [
        "# The secondary structure of proteins",
        "",
        f"Made by `python figures/proteins.py`. Windows of {WINDOW} residues, one-hot; Gaussian of σ² = {SIGMA**2:g}, "
        f"fixed beforehand. Trained on {whole}, tested on the 3,520 residues of 17 others, which C was chosen without. "
        f"{versions}{scipy.__version__}, Python {platform.python_version()}. Seconds are of a machine shared with "
        "other work, processor time in brackets; memory is the largest that the process took, the data included.",
        "",
        "| machine | C | Q3 train | **Q3 test** | coil | sheet | helix | seconds (CPU) | memory | certificate |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, r in results.items():
        each = r["confusion"].diagonal() / r["confusion"].sum(axis=1)
        lines.append(
            f"| {name} | {r['C']:g} | {r['train']:.1%} | **{r['test']:.1%}** | "
            f"{' | '.join(f'{share:.1%}' for share in each)} | {r['wall']:.0f} ({r['cpu']:.0f}) | "
            f"{r['peak'] / 1e9:.2f} GB | {r['status']} |"
        )
    missing = [name for name in MACHINES if name not in results]
    if missing:
        lines += ["", f"Not trained on these chains when this was written: {'; '.join(missing)}."]
    coil = next(iter(results.values()))["confusion"][0].sum() / 3520 if results else np.nan
    lines += [
        "",
        f"Who always says coil is right in {coil:.1%}. Qian and Sejnowski (1988) report 64.3 % for two networks in "
        "cascade on their data, which these are. C means something else to each machine.",
        "",
        f"## C by cross-validation, on the first {folds_of} chains",
        "",
        f"{FOLDS} folds, related chains together (with {SHARED} words of {WORD} residues in common); fewer residues "
        "than the machines above are trained on, so that their best C may be another. The guaranteed risk (Guermeur, "
        "Maumy and Sur 2005, Theorem 1) is that of the machine on all these residues, with constants read off it: a "
        "heuristic, and far above 1.",
        "",
        "| machine | C: Q3 (guaranteed risk) |",
        "|---|---|",
    ]
    for name, rows in choices.items():
        told = (f"{C:g}: {value:.1%}" + (f" ({bound:.3g})" if bound else "") for C, value, bound in rows)
        lines.append(f"| {name} | {', '.join(told)} |")
    lines += ["", "## Confusion on the residues to test", ""]
    for name, r in results.items():
        lines += [
            f"{name}: rows are what is, columns what is said.",
            "",
            "| | coil | sheet | helix |",
            "|---|---|---|---|",
        ]
        for k, row in zip(CLASSES, r["confusion"], strict=True):
            lines.append(f"| {NAMES[k]} | {' | '.join(map(str, row))} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chains", type=int, help="train on the first so many chains, of 111")
    parser.add_argument("--folds-of", type=int, default=48, help="choose C on the first so many chains")
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("proteins.md"))
    parser.add_argument("--forked", action="store_true", help="let processes share what they load: quicker to try it, "
                        "and the memory they are said to take is too little")  # fmt: skip
    asked = parser.parse_args()
    multiprocessing.set_forkserver_preload(["sklearn.model_selection", "sklearn.svm", "svmlab.risk"])
    way = "forkserver" if asked.forked else "spawn"
    choices, results = {}, {}
    for name in MACHINES:
        choices[name] = apart(way, validated, name, asked.folds_of)
        print(name, choices[name], flush=True)
    for name in MACHINES:
        C = max(choices[name], key=lambda row: row[1])[0]
        results[name] = apart(way, trained, name, C, asked.chains)
        print(name, results[name], flush=True)
        asked.to.write_text(report(asked.chains, asked.folds_of, choices, results), encoding="utf-8")


if __name__ == "__main__":
    main()
