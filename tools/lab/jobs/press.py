"""Opens the settings on the page of a view, as a browser does, and presses a camera's control.

  press.py VIEW RECORDER CAMERA CONTROL SHARE

Over the Unix socket VIEW; the last press is at SHARE of the control's width, 0 to 1. Prints the value that is shown then.
"""
import base64, json, os, socket, struct, sys, time

path, recorder, camera, control, share = sys.argv[1:]
connection = socket.socket(socket.AF_UNIX)
connection.settimeout(600)
connection.connect(path)
connection.sendall(("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n").encode())
data = b""
while b"\r\n\r\n" not in data:
    data += connection.recv(1 << 16)
head, data = data.split(b"\r\n\r\n", 1)
assert b" 101 " in head, head


def take(count):
    global data
    while len(data) < count:
        more = connection.recv(1 << 20)
        assert more, "the view hung up"
        data += more
    taken, data = data[:count], data[count:]
    return taken


def receive():
    """The next message (RFC 6455, 5.2)."""
    kind, length = take(2)
    if length == 126:
        length, = struct.unpack(">H", take(2))
    elif length == 127:
        length, = struct.unpack(">Q", take(8))
    return kind & 15, take(length)


def send(message, kind=1):
    text, mask = json.dumps(message).encode() if kind == 1 else message, os.urandom(4)
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(text))
    connection.sendall(bytes([0x80 | kind]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text)))


number = 0


def do(event):
    global number
    number += 1
    send({"do": {"recorder": recorder, "id": number, "event": event}})


def is_inside(frame, other):
    return other["y"] <= frame["y"] and frame["y"] + frame["height"] <= other["y"] + other["height"]


def find(end, seconds=600, shown=True):
    """The control whose name ends so, once the screen has it, and where it can be seen."""
    wanted = time.monotonic() + seconds
    while time.monotonic() < wanted:
        kind, message = receive()
        if kind == 9:
            send(message, kind=10)
        elif kind == 2:
            length, = struct.unpack("<I", message[:4])
            about = json.loads(message[4:4 + length])
            send({"taken": {"recorder": recorder, "sequence": about["sequence"]}})
        elif kind == 1 and "screen" in (message := json.loads(message)):
            find.screen = message["screen"]["description"]
        frames = {element["id"]: element["frame"] for element in find.screen["elements"]}
        for element in find.screen["elements"] if "settings-sheet" in frames else []:
            if element["id"].endswith(end) and (not shown or is_inside(element["frame"], frames["settings-sheet"])):
                return element
    sys.exit(f"the screen has no {end}: " + ", ".join(f"{e['id']} {e.get('value')} at {e['frame']}" for e in find.screen["elements"]))


find.screen = {"elements": []}


def press(element, share=0.5):
    frame = element["frame"]
    at = {"x": (frame["x"] + share * frame["width"]) / find.screen["width"],
          "y": (frame["y"] + frame["height"] / 2) / find.screen["height"], "unit": "fraction"}
    do({"press": at})
    do({"release": at})


send({"show": [recorder]})
do({"focus": "none"})
do({"toggle": "settings"})
press(find("/page/" + camera))
find("/" + control, shown=False)
# What is focused is scrolled to. A touch on what still moves only holds it.
do({"focus": f"{camera}/{control}"})
element, since = None, time.monotonic()
while time.monotonic() - since < 2:
    now = find("/" + control)
    if element is None or now["frame"] != element["frame"]:
        element, since = now, time.monotonic()
before = element.get("value")
press(element, float(share))
while element.get("value") == before:
    element = find("/" + control)
print(element["value"])
