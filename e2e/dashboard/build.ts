import { buildDashboard, buildWidgets } from '../build.ts'

/** Builds the dashboard, and the widgets that it displays, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function buildBoth(): Promise<void> {
  await buildDashboard()
  await buildWidgets()
}
