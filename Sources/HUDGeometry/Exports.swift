// The guides' points, paths and rectangles.
@_exported import Geometry
