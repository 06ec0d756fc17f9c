"""The job's picture, in canvas pixels: where cameras and panels lie, for the peers that draw the same."""
WIDTH, HEIGHT = 2608, 1296                                # as dualcam lays it out
A, B = (16, 96, 1920, 1080), (1952, 96, 640, 360)        # x, y, width, height
BAR, SHELF = (16, 0, 2576, 96), (16, 1176, 2576, 120)
LINE_TOP = 500
BAR_TEXT, SHELF_TEXT = "dual 30 fps", "REC 00.12   cam A   cam B   hold the horizon level"
