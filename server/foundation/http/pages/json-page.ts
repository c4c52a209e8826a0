/** A page of a list as JSON, made from the JSON of its items and its other fields. */
export function jsonPage(items: string[], rest: { count: number; meta?: object }): string {
  return `{"result":[${items.join()}],${JSON.stringify(rest).slice(1)}`
}
