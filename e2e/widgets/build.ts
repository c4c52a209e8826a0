import { buildWidgets } from '../build.ts'

// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default buildWidgets
