/** A page of a list as JSON, from the JSON of its items and what is said beside them. */
export function jsonPage(items: string[], rest: { count: number; meta: object }): string {
  return `{"result":[${items.join()}],${JSON.stringify(rest).slice(1)}`
}
