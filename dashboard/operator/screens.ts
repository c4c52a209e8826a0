// One chunk for all screens of operators: with one for each, the chunks that screens of merchants share with them were
// smaller and more, and Settings loaded 3 kB more (brotli).
export { Health } from './health.tsx'
export { OperatorLog } from './log.tsx'
export { OperatedStore } from './store.tsx'
export { OperatedStores } from './stores.tsx'
