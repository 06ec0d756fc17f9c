// Views are placed in rectangles and drawn by paths.
@_exported import Geometry
