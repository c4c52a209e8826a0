import { type Finding, type FindingName, findingLevels } from './widget-check-schemas.ts'

/** Creates a finding; `values` fill the placeholders of its sentence. */
export function find(name: FindingName, values: Record<string, string> = {}): Finding {
  return { name, level: findingLevels[name], values }
}
