const FEATURES_OFF = [
	"Translate",
	"MediaRouter",
	"OptimizationHints",
	"DialMediaRouteProvider",
	"InterestFeedContentSuggestions",
	// What makes going from one page to the next smooth on a screen takes half of the time of a small document.
	"PaintHolding",
	"RenderDocument",
	// Pages are made ahead here, with their processes.
	"SpareRendererForSitePerProcess",
];

/**
 * How Chromium is started. It has no way out by itself: every name and address is unknown to it, and its proxy does not
 * exist. What a page may load is fetched by the service and handed to it. This also holds for what no request shows, such as
 * WebSockets, WebRTC, prefetched names and workers, and where no network namespace is permitted.
 */
export function chromiumFlags({ profile, sandbox }: { profile: string; sandbox: boolean }): string[] {
	return [
		...(sandbox ? [] : ["--no-sandbox"]),
		"--headless",
		"--remote-debugging-pipe",
		`--user-data-dir=${profile}`,
		"--host-resolver-rules=MAP * ~NOTFOUND",
		"--proxy-server=http://127.0.0.1:1",
		"--proxy-bypass-list=<-loopback>",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-quic",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-sync",
		"--disable-extensions",
		"--disable-breakpad",
		"--no-pings",
		"--no-first-run",
		"--no-default-browser-check",
		"--mute-audio",
		"--hide-scrollbars",
		// A container's /dev/shm is too small for it.
		"--disable-dev-shm-usage",
		"--disable-gpu",
		"--disable-webgl",
		"--font-render-hinting=none",
		"--force-color-profile=srgb",
		"--disable-background-timer-throttling",
		"--disable-renderer-backgrounding",
		"--disable-backgrounding-occluded-windows",
		// A page that was left is never come back to.
		"--disable-back-forward-cache",
		`--disable-features=${FEATURES_OFF.join(",")}`,
		"--js-flags=--max-old-space-size=512",
		"about:blank",
	];
}
