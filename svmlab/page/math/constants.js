// Numbers that Python and the page both need: constants.py reads them here, one on a line.

export const ASPECT = 1.2; // width over height of a picture of the plane
export const GRID_COLUMNS = 120; // of the grid on which the scores of a machine are evaluated
export const FREE = 1; // status of a dual variable: 0 < alpha < upper bound; at 0 it has none
export const BOUNDED = 2; // alpha = upper bound
export const UNDECIDED = 128; // what is added to a class where a classifier is undecided
export const ON_THE_MARGIN = 1e-8; // by how much a functional margin may differ from 1 and still lie on the margin
export const ROUNDING_OF_TERMS = 1e-9; // a term of a bound that falls short of 1 by less counts as 1
