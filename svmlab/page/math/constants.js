// Numbers that Python and the page both need: constants.py reads them here, one on a line.

export const ASPECT = 1.2; // width over height of a picture of the plane
export const GRID_COLUMNS = 120; // of the grid on which the scores of a machine are evaluated
export const FREE = 1; // status of a dual variable: 0 < alpha < upper bound; at 0 it has none
export const BOUNDED = 2; // alpha = upper bound
export const UNDECIDED = 128; // what is added to a class where a classifier is undecided
export const OVERLAYS = ["margin", "w", "slack", "alpha", "hulls", "before", "lifted", "feature_space"]; // what can be shown in the plane beside its machine
export const OVER = ["C", "sigma", "plane"]; // what the errors and their bounds are drawn over: the first, unless told
export const ON_THE_MARGIN = 1e-8; // by how much a functional margin may differ from 1 and still lie on the margin
export const ROUNDING_OF_TERMS = 1e-9; // a term of a bound that falls short of 1 by less counts as 1
export const BOUNDS_PER_DECADE = 10; // values of C at which the bounds are computed

// Tolerances of the engine, each named and explained where Python has it: program, identical_points, exchanges, active_set, solver, loo, error_curve, path.
export const CERTIFIED = 1e-8; // relative duality gap and KKT residual of a certified solution
export const ROUNDING_OF_KERNEL = 1e-15; // of a kernel matrix, relatively
export const SAME = 1e-11; // of what identical points carry together
export const SINGULAR = 1e-12; // curvature of a column that depends on the working set
export const UNTIED = 1e-7; // diagonal entry of R of the last variable that ties b
export const FRESH = 64; // updates of R between two inversions
export const LOSSY = 1e6; // entry of R whose update is not trusted
export const ON_A_BOUND = 1e-11; // distance from a bound, relative to the largest multiplier, that counts as none
export const NOISE = 1e-14; // of a multiplier, relative to the largest
export const ROUNDING_OF_CONDITIONS = 1e-11; // violation above which what rounding did is taken back
export const REFINEMENTS = 3; // of a direction that R gives inexactly
export const POOR = 1e-9; // relative error of a direction from which on R is made anew
export const PATIENCE = 12; // events in a row without progress before the program is shaken
export const CALM = 1e-6; // how far the data move before a shaken program is settled again
export const SHAKE = 1e-11; // by how much at first
export const HARD_MARGIN_START = 100; // C κ from which C is followed to infinity
export const HARD_MARGIN_END = 1e13; // C κ beyond which slack is taken to stay
export const TIE = 1e-9; // scores that differ by less are equal
export const ONE_PLACE = 1e-9; // relative distance of two changes of the leave-one-out errors that count as one
export const BEYOND = 1e-9; // relative change of C after which a path that stalled is taken up anew
export const SHORTEST = 1e-14; // relative length of a piece of a path that is rounding
export const STRAIGHT = 1e-9; // by how much an intercept that counts as linear may bend
export const DEPTH = 10; // of the splitting of one piece of a path where its intercept bends
export const ROUNDINGS = [1e-11, 1e-14]; // a multiplier that near a bound is put there, if the certificate allows
export const LARGEST = 2500; // variables of a machine that the page trains; H of more would not be worth its memory
export const MOST_POINTS_OF_KERNEL = 30; // points on which a page tests a proposed kernel
export const CHECKED = 8; // places along a path where it is compared with the optimality conditions, from scratch
export const DEPENDENT_SPANS = 1e-11; // reciprocal condition number below which free support vectors are dependent, of spans
export const FLAT_SPAN = 1e-10; // squared distance, relative to the largest κ(x, x), that is rounding where they are
export const RISEN = 1e-9; // of itself, by which an objective has to rise before chunking leaves out a point
export const MOST_PASSES = 100; // through the points, after which a procedure that is played is left
export const EVERY = 60; // so many of its first states are played, and then
export const DENSER = 1.04; // one at each so many times the passes of the last one
export const TOLERANCE = 1e-6; // of the procedures that end
export const FAR_FROM_MEAN = 100; // largest κ, in units of the largest squared distance from the mean, from which on digits are lost
