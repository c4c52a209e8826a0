import { build } from 'vite'

/** Builds the dashboard, and the widgets that it displays, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function buildDashboard(): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({ configFile: 'vite.dashboard.config.ts' })
  await build()
  process.env.NODE_ENV = before
}
