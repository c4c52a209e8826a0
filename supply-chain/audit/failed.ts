/** Why the audit could not be made, and what to do about it. */
export class AuditFailed extends Error {}
