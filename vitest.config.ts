import { defineConfig } from "vitest/config";

const generated = ["**/node_modules/**", "**/dist/**", "**/generated/**"];
const bundles = "tools/bundle-for-tests.mjs";

export default defineConfig({
	test: {
		maxWorkers: 2,
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					include: [
						"packages/**/src/**/*.test.ts",
						"apps/**/src/**/*.test.{ts,tsx}",
						"convert-service/src/**/*.test.ts",
						"tools/*.test.mjs",
					],
					exclude: generated,
				},
			},
			{
				extends: true,
				test: {
					name: "integration",
					include: [
						"packages/*/test/**/*.test.ts",
						"apps/*/test/**/*.test.{ts,tsx}",
						"convert-service/test/**/*.test.ts",
						"e2e/*.test.ts",
					],
					exclude: generated,
					globalSetup: bundles,
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				extends: true,
				test: {
					name: "browser",
					include: ["e2e/browser/**/*.test.ts"],
					exclude: generated,
					globalSetup: bundles,
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
