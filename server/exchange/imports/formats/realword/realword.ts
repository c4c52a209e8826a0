import type { Format } from '../format.ts'

/** Realword's own files, and files with columns mapped by hand: each column is named after its field. */
export const realword: Format = { name: 'Realword', recognises: () => true, columns: {} }
