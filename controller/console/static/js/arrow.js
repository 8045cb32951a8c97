// The arrow over the felt, from where a card is taken to where it is laid.

const SVG = "http://www.w3.org/2000/svg";
const ENDS = { from: ".mark-from", to: ".mark-to" };
const GAP = 0.008; // of the felt's width, between the arrow and what it points from and to
const HEAD = 0.022;

const shape = (tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

export class Arrow {
  constructor(felt) {
    this.felt = felt;
    this.element = shape("svg", { class: "arrow-over", "aria-hidden": "true" });
    this.shown = false;
    new ResizeObserver(() => this.draw()).observe(felt);
  }

  show(shown) {
    this.shown = shown;
    this.draw();
  }

  // The innermost marked elements are its ends: a card rather than the seat that it lies at, else the seat with its cards.
  end(kind) {
    const marked = [...this.felt.querySelectorAll(ENDS[kind])].at(-1);
    if (!marked) return null;
    const boxes = [marked, ...marked.querySelectorAll(".hole")].map((element) => element.getBoundingClientRect()).filter((box) => box.width);
    const [x, y] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    return { x, y, width: Math.max(...boxes.map((box) => box.right)) - x, height: Math.max(...boxes.map((box) => box.bottom)) - y };
  }

  draw() {
    const [from, to] = this.shown ? [this.end("from"), this.end("to")] : [];
    if (!from || !to) return this.element.replaceChildren();
    const felt = this.felt.getBoundingClientRect();
    const [x1, y1, x2, y2] = [from.x + from.width / 2 - felt.x, from.y + from.height / 2 - felt.y, to.x + to.width / 2 - felt.x, to.y + to.height / 2 - felt.y];
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
    const edge = (box) => Math.min(box.width / 2 / Math.abs(dx || 1e-9), box.height / 2 / Math.abs(dy || 1e-9)) + GAP * felt.width;
    const head = HEAD * felt.width;
    const [start, stop] = [edge(from), Math.max(edge(from), long - edge(to) - head)];
    const [sx, sy, ex, ey] = [x1 + dx * start, y1 + dy * start, x1 + dx * stop, y1 + dy * stop];
    const point = (ahead, aside) => `${ex + dx * ahead - dy * aside},${ey + dy * ahead + dx * aside}`;
    this.element.setAttribute("viewBox", `0 0 ${felt.width} ${felt.height}`);
    this.element.replaceChildren(shape("line", { x1: sx, y1: sy, x2: ex, y2: ey }),
      shape("polygon", { points: [point(head, 0), point(-head * 0.2, head * 0.7), point(-head * 0.2, -head * 0.7)].join(" ") }));
  }
}
