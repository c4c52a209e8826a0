/**
 * `planning`: its buyers are being listed. `planned`: the list is a preview, and nobody has started it. The first four
 * are open.
 */
export const campaignStates = ['planning', 'planned', 'running', 'paused', 'finished', 'stopped'] as const

export type CampaignState = (typeof campaignStates)[number]

/**
 * Why a buyer of the range is not asked. `asked_before`: the store has asked this buyer, about any order.
 * `scheduled`: it is going to, without the campaign. `returned`: the order was cancelled, or went back. `too_old`: more
 * than 24 months, or past the store's days for a review. `gone`: the order was deleted, or its buyer erased.
 */
export const skipReasons = [
  'asked_before',
  'reviewed',
  'scheduled',
  'suppressed',
  'returned',
  'too_old',
  'unasked',
  'undelivered',
  'no_address',
  'gone',
] as const

export type SkipReason = (typeof skipReasons)[number]

/** Buyers by reason. Orders without a usable address are counted under `no_address`. */
export type Skipped = Partial<Record<SkipReason, number>>
