/** A clock that stands still until the test moves it. */
export class FakeClock {
	time = Date.UTC(2026, 2, 3, 12);
	now = () => this.time;
}
