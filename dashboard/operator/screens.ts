import { OperatorAccess } from './access.tsx'
import { Health } from './health.tsx'
import { OperatorLog } from './log.tsx'
import { OperatedStore } from './store.tsx'
import { OperatedStores } from './stores.tsx'

// One chunk for all screens of operators: with one for each, the chunks that screens of merchants share with them were
// smaller and more, and Settings loaded 3 kB more (brotli).
export { Health, OperatedStore, OperatedStores, OperatorAccess, OperatorLog }
