import { type Finding, type FindingName, findingLevels } from './widget-check-schemas.ts'

/** What was found; `values` are what its sentence names. */
export function find(name: FindingName, values: Record<string, string> = {}): Finding {
  return { name, level: findingLevels[name], values }
}
