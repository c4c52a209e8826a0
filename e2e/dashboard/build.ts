import { build } from 'vite'

/** The dashboard as it is now, before the first test. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default async function buildDashboard(): Promise<void> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  await build({ configFile: 'vite.dashboard.config.ts' })
  process.env.NODE_ENV = before
}
