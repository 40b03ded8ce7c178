import type { AsOf } from "../claims/as-of.ts";
import type { CurvePoint, DecayCurve } from "../claims/decay-curve.ts";
import { useView } from "../view/view.ts";

interface CurveProps {
	curve: DecayCurve;
	now: CurvePoint;
	/** Where the page stands, when that is not now. */
	ahead: (CurvePoint & Pick<AsOf, "value">) | undefined;
	given: number;
}

interface Frame {
	wide: number;
	high: number;
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** Text doesn't grow with the drawing: so there is one drawing for wide windows and one for narrow ones. */
const FRAMES: Readonly<Record<"wide" | "narrow", Frame>> = {
	wide: { wide: 760, high: 260, left: 48, right: 16, top: 16, bottom: 44 },
	narrow: { wide: 330, high: 230, left: 46, right: 10, top: 16, bottom: 44 },
};
/** About half of what the name of a mark takes. */
const LABEL_ROOM = 48;
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** How a claim's confidence fades, with marks for now, for the instant of the page, and for when half of it is gone. */
export function DecayCurveFigure(props: CurveProps) {
	return (
		<figure class="curve">
			<CurveDrawing {...props} size="wide" />
			<CurveDrawing {...props} size="narrow" />
		</figure>
	);
}

function CurveDrawing(props: CurveProps & { size: keyof typeof FRAMES }) {
	const { t, format } = useView();
	const { curve, now, ahead, given, size } = props;
	const frame = FRAMES[size];
	const scale = scaleOf(frame, curve);
	const text = t.claim.curve({
		given: format.percent(given),
		left: format.percent(now.confidence),
		half: curve.half === undefined ? t.claim.curveNoHalf : t.claim.curveHalf(format.date(curve.half.at)),
		asof:
			ahead === undefined ? "" : t.claim.curveAsOf(format.date(ahead.at), format.percent(ahead.confidence)),
	});
	return (
		<svg class={`curve-${size}`} viewBox={`0 0 ${frame.wide} ${frame.high}`} role="img" aria-label={text}>
			<Levels scale={scale} frame={frame} />
			<Floor {...props} scale={scale} frame={frame} />
			<path class="curve-area" d={`${pathOf(curve, scale)}V${scale.y(0)}H${scale.x(curve.from)}Z`} />
			<path class="curve-line" d={pathOf(curve, scale)} />
			<Days {...props} scale={scale} frame={frame} />
			{curve.half !== undefined && curve.half.at < curve.until && (
				<Half point={curve.half} scale={scale} frame={frame} />
			)}
			{ahead !== undefined && <Ahead point={ahead} scale={scale} frame={frame} />}
			<Now point={now} scale={scale} frame={frame} />
		</svg>
	);
}

interface Scale {
	x(at: number): number;
	y(confidence: number): number;
}

function scaleOf({ wide, high, left, right, top, bottom }: Frame, { from, until }: DecayCurve): Scale {
	const round = (value: number) => Math.round(value * 10) / 10;
	return {
		x: (at) => round(left + ((wide - left - right) * (at - from)) / (until - from)),
		y: (confidence) => round(top + (high - top - bottom) * (1 - confidence)),
	};
}

function pathOf({ points }: DecayCurve, { x, y }: Scale): string {
	return points
		.map(({ at, confidence }, index) => `${index === 0 ? "M" : "L"}${x(at)} ${y(confidence)}`)
		.join("");
}

interface PartProps {
	scale: Scale;
	frame: Frame;
}

function Levels({ scale, frame }: PartProps) {
	const { format } = useView();
	return (
		<g class="curve-levels">
			{LEVELS.map((level) => (
				<>
					<line x1={frame.left} x2={frame.wide - frame.right} y1={scale.y(level)} y2={scale.y(level)} />
					<text x={frame.left - 6} y={scale.y(level) + 4} text-anchor="end">
						{format.percent(level)}
					</text>
				</>
			))}
		</g>
	);
}

/** Its name stands at the beginning of its line, where the curve is far above. */
function Floor({ curve, scale, frame }: PartProps & CurveProps) {
	const { t, format } = useView();
	const y = scale.y(curve.floor);
	return (
		<g class="curve-floor">
			<line x1={frame.left} x2={frame.wide - frame.right} y1={y} y2={y} />
			<text x={frame.left + 8} y={y - 5}>
				{t.claim.markFloor} {format.percent(curve.floor)}
			</text>
		</g>
	);
}

/** When the curve begins and ends. */
function Days({ curve, scale, frame }: PartProps & CurveProps) {
	const { format } = useView();
	const y = frame.high - 8;
	return (
		<g class="curve-levels">
			<text x={frame.left} y={y}>
				{format.date(curve.from)}
			</text>
			<text x={scale.x(curve.until)} y={y} text-anchor="end">
				{format.date(curve.until)}
			</text>
		</g>
	);
}

interface MarkProps extends PartProps {
	point: CurvePoint;
}

/** Where half is gone: a square, with lines to both axes. */
function Half({ point, scale, frame }: MarkProps) {
	const { t } = useView();
	const [x, y] = [scale.x(point.at), scale.y(point.confidence)];
	return (
		<g class="curve-half">
			<path d={`M${frame.left} ${y}H${x}V${scale.y(0)}`} />
			<rect x={x - 4} y={y - 4} width="8" height="8" />
			<Label x={x + 8} y={y - 8} frame={frame} text={t.claim.markHalf} />
		</g>
	);
}

/** Now: a round point on a whole line. */
function Now({ point, scale, frame }: MarkProps) {
	const { t } = useView();
	const [x, y] = [scale.x(point.at), scale.y(point.confidence)];
	return (
		<g class="curve-now">
			<path d={`M${x} ${frame.top}V${scale.y(0)}`} />
			<circle cx={x} cy={y} r="5" />
			<Label x={x} y={scale.y(0) + 16} frame={frame} text={t.claim.markNow} middle />
		</g>
	);
}

/** The instant of the page: a pointed mark on a broken line. */
function Ahead({ point, scale, frame }: MarkProps) {
	const { format } = useView();
	const [x, y] = [scale.x(point.at), scale.y(point.confidence)];
	return (
		<g class="curve-ahead">
			<path d={`M${x} ${frame.top}V${scale.y(0)}`} />
			<path class="curve-diamond" d={`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`} />
			<Label x={x} y={frame.top - 4} frame={frame} text={format.date(point.at)} middle />
		</g>
	);
}

interface LabelProps {
	x: number;
	y: number;
	frame: Frame;
	text: string;
	middle?: boolean;
}

/** A mark's name, turned to where there is room for it. */
function Label({ x, y, frame, text, middle = false }: LabelProps) {
	const anchor =
		x > frame.wide - frame.right - 2 * LABEL_ROOM
			? "end"
			: middle && x > frame.left + LABEL_ROOM
				? "middle"
				: "start";
	return (
		<text x={x} y={y} text-anchor={anchor}>
			{text}
		</text>
	);
}
