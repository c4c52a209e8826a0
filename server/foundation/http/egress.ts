import type { Config } from '../config/config.ts'

/** Private networks that may be reached nevertheless. */
export type Egress = { allow: readonly string[] }

/** Where webhooks and connections may go. `more`: networks of the demo. */
export function egressOf({ EGRESS_ALLOW }: Config, more: readonly string[] = []): Egress {
  return { allow: [...more, ...EGRESS_ALLOW] }
}
