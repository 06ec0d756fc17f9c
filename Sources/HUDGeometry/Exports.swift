// Points, paths and templates come with the guides.
@_exported import Geometry
