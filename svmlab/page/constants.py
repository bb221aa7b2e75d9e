"""The numbers that Python and the page both need, as they stand in ``math/constants.js``."""

import json
import re

from svmlab.page import modules

TABLE = {
    name: json.loads(value)
    for name, value in re.findall(r"^export const (\w+) = (.*?);", modules.source("math/constants.js"), re.MULTILINE)
}
ASPECT = TABLE["ASPECT"]
GRID_COLUMNS = TABLE["GRID_COLUMNS"]
FREE = TABLE["FREE"]
BOUNDED = TABLE["BOUNDED"]
UNDECIDED = TABLE["UNDECIDED"]
BOUNDS_PER_DECADE = TABLE["BOUNDS_PER_DECADE"]
OVER = tuple(TABLE["OVER"])
OVERLAYS = tuple(TABLE["OVERLAYS"])
