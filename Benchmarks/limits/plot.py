"""Draws how cost grows with the pixels: both axes logarithmic, as SVG, with nothing but the standard library."""
import math

LINES = [("pixelMs", "by pixels", "#d55e00"), ("floorMs", "libjpeg-turbo's calls alone", "#777777"),
         ("spliceMs", "spliced", "#0072b2")]


def growth_plot(result):
    points, exponents = result["points"], result["exponents"]
    width, height, left, right, top, bottom = 760, 460, 70, 200, 30, 60
    values = [p[k] for p in points for k, _, _ in LINES]
    x0, x1 = math.log(0.2), math.log(10)
    y0, y1 = math.log(min(values) / 1.4), math.log(max(values) * 1.4)
    x = lambda v: left + (math.log(v) - x0) / (x1 - x0) * (width - left - right)
    y = lambda v: height - bottom - (math.log(v) - y0) / (y1 - y0) * (height - top - bottom)
    text = lambda a, b, words, more="": f'<text x="{a:.1f}" y="{b:.1f}" {more}>{words}</text>'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
             'aria-label="CPU milliseconds a frame by the camera\'s megapixels, both logarithmic" '
             'font-family="Inter, system-ui, sans-serif" font-size="13" fill="#222">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500):
        if y0 <= math.log(tick) <= y1:
            parts.append(f'<path d="M{left} {y(tick):.1f}H{width - right}" stroke="#ddd"/>')
            parts.append(text(left - 8, y(tick) + 4, f"{tick} ms", 'text-anchor="end"'))
    for p in points:
        at = x(p["megapixels"])
        parts.append(f'<path d="M{at:.1f} {top}V{height - bottom}" stroke="#eee"/>')
        parts.append(text(at, height - bottom + 20, p["size"].split("x")[1] + "p", 'text-anchor="middle"'))
        parts.append(text(at, height - bottom + 36, f"{p['megapixels']:.2g} MP",
                          'text-anchor="middle" font-size="11" fill="#666"'))
    # What grows exactly as the pixels, through the spliced picture of the largest camera.
    last = points[-1]
    slope = lambda v: last["spliceMs"] * v / last["megapixels"]
    low = max(math.exp(y0) / last["spliceMs"] * last["megapixels"], math.exp(x0))
    parts.append(f'<path d="M{x(low):.1f} {y(slope(low)):.1f}L{x(last["megapixels"]):.1f} {y(slope(last["megapixels"])):.1f}" '
                 'stroke="#0072b2" stroke-dasharray="3 5" fill="none" opacity=".6"/>')
    # Names stand at the lines' ends, from the lowest up, apart enough to be read.
    place, below = {}, math.inf
    for at, key in sorted(((y(last[k]), k) for k, _, _ in LINES), reverse=True):
        below = place[key] = min(at, below - 34)
    for key, name, color in LINES:
        path = "L".join(f"{x(p['megapixels']):.1f} {y(p[key]):.1f}" for p in points)
        parts.append(f'<path d="M{path}" stroke="{color}" stroke-width="2" fill="none"/>')
        parts += [f'<circle cx="{x(p["megapixels"]):.1f}" cy="{y(p[key]):.1f}" r="3.5" fill="{color}"/>' for p in points]
        parts.append(text(x(last["megapixels"]) + 12, place[key] - 2, name, f'fill="{color}" font-weight="600"'))
        parts.append(text(x(last["megapixels"]) + 12, place[key] + 12, f"as pixels to the {exponents[key]:.2f}",
                          f'fill="{color}" font-size="11"'))
    parts.append(text(left, 18, "CPU of the whole process for a picture of one camera; dotted: as the pixels", 'font-size="12" fill="#555"'))
    return "\n".join(parts) + "\n</svg>\n"
