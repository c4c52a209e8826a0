import { z } from 'zod'
import { shownReward } from '../../../asking/rewards/reward-rules.ts'

export const rewardOnScreen = shownReward.extend({
  sentences: z
    .record(z.string(), z.string())
    .meta({ description: 'What buyers read, by language, with the place of what is given as {gives}' }),
})

export type RewardOnScreen = z.output<typeof rewardOnScreen>
