import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { hasRewards } from '../../asking/rewards/counts.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { encodeAnswer } from '../../foundation/http/encoding/encode-answer.ts'
import { queryOf } from '../../foundation/http/input/paths.ts'
import { acceptedLanguages, type Language, languageFor } from '../../foundation/http/language.ts'
import { formatNumber } from '../../foundation/lib/time/formatters.ts'
import { textsIn } from '../../foundation/texts/texts.ts'
import { findStore, type Store } from '../../tenants/stores/stores.ts'
import { reasonIn } from '../moderation/reasons.ts'
import { countFates, type Fates } from '../reviews/fates.ts'
import { sendPage } from './pages/page.ts'
import { sayIn } from './pages/say.ts'

const year = 365 * 24 * 60 * 60_000 // ms
const hour = 60 * 60_000 // ms
const mostStores = 1_000

/**
 * GET /transparency/{store_id}: how the store's reviews are collected, checked, sorted and kept, and what became of them,
 * for anybody. Its figures are up to an hour old, so that reloading the page counts nothing.
 */
export function showTransparency({ database, clock }: Dependencies) {
  const counted = new LRUCache<string, Promise<Counted>>({
    max: mostStores,
    ttl: hour,
    perf: { now: () => clock() },
  })
  const countedOf = (storeId: string): Promise<Counted> => {
    const kept = counted.get(storeId)
    if (kept) return kept
    const made = count(database, storeId, new Date(clock() - year))
    counted.set(storeId, made)
    made.catch(() => counted.delete(storeId))
    return made
  }
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { store_id } = request.params as { store_id: string }
      const store = await findStore(database, store_id)
      if (!store?.active) throw new ApiError('route_unknown')
      const { locale } = queryOf(request)
      const wanted = typeof locale === 'string' ? locale : undefined
      const accepted = acceptedLanguages(request.headers['accept-language'])
      const language = languageFor(store, wanted, ...accepted)
      request.context = { store, language, frame: null }
      const say = sayIn(language)
      const figures = await countedOf(store_id)
      return sendPage(reply, request.context, {
        template: 'transparency',
        title: say('transparency_title'),
        data: {
          lead: say('transparency_lead', { store: store.name }),
          sections: [...sectionsOf(store, language), ...rewardsOf(figures, language)],
          ...figuresOf(figures, language),
        },
      })
    },
  }
}

type Counted = Fates & { hasRewards: boolean }

async function count(database: Database, storeId: string, since: Date): Promise<Counted> {
  const fates = await countFates(database, storeId, since)
  return { ...fates, hasRewards: await hasRewards(database, storeId, since) }
}

// Nothing is said of what another service gave for the reviews that were imported: only how many there are.
function rewardsOf({ hasRewards, rewarded }: Counted, language: Language): Section[] {
  const say = sayIn(language)
  const title = say('transparency_rewards_title')
  const { incentivized } = textsIn('widgets', language).details
  if (hasRewards) return [{ title, texts: [say('transparency_rewards_given', { incentivized })] }]
  return rewarded > 0 ? [] : [{ title, texts: [say('transparency_rewards_none')] }]
}

type Section = { title: string; texts: string[] }

function sectionsOf(store: Store, language: Language): Section[] {
  const say = sayIn(language)
  const { elements, details } = textsIn('widgets', language)
  const { verified } = elements
  const { chosen, insider } = details
  const checks = {
    publish: say('transparency_checked_publish'),
    check: say('transparency_checked_check'),
    hold: say('transparency_checked_hold'),
  }
  return [
    {
      title: say('transparency_asked_title'),
      texts: [
        say('transparency_asked_text', { verified }),
        ...(store.open_reviews ? [say('transparency_asked_open')] : []),
        say('transparency_asked_elsewhere'),
      ],
    },
    {
      title: say('transparency_checked_title'),
      texts: [
        checks[store.moderation],
        say('transparency_checked_stars'),
        say('transparency_checked_reports'),
        say('transparency_checked_insiders', { insider }),
      ],
    },
    {
      title: say('transparency_sorted_title'),
      texts: [say('transparency_sorted_text'), say('transparency_sorted_pinned', { chosen })],
    },
    { title: say('transparency_kept_title'), texts: [say('transparency_kept_text')] },
  ]
}

/** The rows of the table. A row with `isPart` is a part of the one above it. */
function figuresOf(fates: Fates, language: Language) {
  const say = sayIn(language)
  const { refusedElsewhere } = fates
  const row = (label: string, count: number, isPart = false) => ({
    ...{ label, isPart },
    count: formatNumber(count, language),
  })
  const refused = fates.refused.reduce((sum, { count }) => sum + count, fates.refusedElsewhere)
  return {
    figuresTitle: say('transparency_figures_title'),
    figures: [
      row(say('transparency_received'), fates.received),
      row(say('transparency_published'), fates.published),
      row(say('transparency_pending'), fates.pending),
      row(say('transparency_refused'), refused),
      ...fates.refused.map(({ reason, count }) => row(reasonIn(reason, language), count, true)),
      ...(refusedElsewhere > 0 ? [row(say('transparency_before_import'), refusedElsewhere, true)] : []),
      row(say('transparency_withdrawn'), fates.withdrawn),
      row(say('transparency_rewarded'), fates.rewarded),
    ],
  }
}
