import { build } from 'vite'

/** The dashboard and the widgets that it shows, as they are now, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function buildDashboard(): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({ configFile: 'vite.dashboard.config.ts' })
  await build()
  process.env.NODE_ENV = before
}
