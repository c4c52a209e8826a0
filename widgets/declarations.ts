/**
 * The declarations of a saved design: `--_rw-…` for each of its variables. The service allows only known names and plain
 * values, but any script can write to the storage of a browser. So check again that a value is one: without brackets and
 * semicolons it neither ends its declaration nor loads anything.
 */
export function declarationsOf(variables: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(variables)
    .filter(([name, value]) => /^--rw-[a-z-]+$/.test(name) && /^[\w#%., "-]{1,200}$/.test(String(value)))
    .map(([name, value]) => [`--_${name.slice(2)}`, String(value)])
}
