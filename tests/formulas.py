"""Typed formulas that Python and the page have to read alike."""

VALUES = (
    "1", "pi/2", "dot(x, z)", "exp(-norm(x-z))", "dot(x,z)**2", "tanh(dot(x,z)-1)", "(dot(x, z) + 1)^3", "-x1**2",
    "2**3**2", "2^-1", "-2^2", "x1*z1 + x2*z2", "6/3/2", "1-2-3", "+-+1", "dot(2*x, z/4) - .5e1", "norm(-(x + z)*2)",
    "min(x1, z1)*max(x2, z2)", "cos(x1 - z1)·sin(norm(x))", "exp(−norm(x − z)^2 / 2)", "log(1 + norm(x)*norm(z))",
    "sqrt(abs(x1*z2 - x2*z1))", " ( 1e-3 * dot( x , x ) ) ", "x1 × z1",
)  # fmt: skip

WRONG = (
    ("", 1, "a number, a name or a bracket belongs here, got the end"),
    ("x", 1, "a number belongs here, got a vector; dot(·, ·) or norm(·)"),
    ("2 x1", 3, "got “x1” where an operator belongs, as + or *"),
    ("exp(x)", 5, "a number belongs here, got a vector"),
    ("dot(x)", 6, "dot takes 2 arguments in brackets, got “)”"),
    ("dot(x, z", 9, "dot takes 2 arguments in brackets, got the end"),
    ("norm(x, z)", 7, "norm takes 1 argument in brackets, got “,”"),
    ("exp 1", 5, "exp takes 1 argument in brackets, got “1”"),
    ("norm(1)", 6, "a vector belongs here, got a number; x, z and x - z are vectors"),
    ("norm(x + 1)", 10, "a vector belongs here, got a number"),
    ("x*z", 3, "a number belongs here, got a vector"),
    ("1/x", 3, "a number belongs here, got a vector"),
    ("x**2", 1, "a number belongs here, got a vector"),
    ("2**x", 4, "a number belongs here, got a vector"),
    ("(1 + 2", 7, "a closing bracket belongs here, got the end"),
    ("1 + ", 5, "a number, a name or a bracket belongs here, got the end"),
    ("sigma*x1", 1, "“sigma” is no name of a formula; it may use x, z, x1, z1, pi, dot"),
    ("x0", 1, "“x0” is no name of a formula"),
    ("norm(x-z)²", 10, "“²” means nothing; use numbers, + - * / ** ( ) and x, z"),
    ("__import__('os')", 1, "“_” means nothing"),
    ("x1.real", 3, "“.” means nothing"),
    ("x1 if z1 else 2", 4, "got “if” where an operator belongs"),
)
