import type { EventType } from '../../../foundation/events/event-types.ts'
import type { NewEvent } from '../../../foundation/events/record.ts'
import type { Content, ContentKind, Difference, LoggedAction } from './content-kind.ts'

/**
 * The events that report a change. A record begins when its author confirmed it, so an unconfirmed one has none. Edits of
 * questions are not reported, and neither is what only we see, such as votes.
 */
export function contentEvents<Item extends Content>(
  kind: ContentKind<Item>,
  { before, after }: Difference<Item>,
  updatedAt: Date,
  { action }: LoggedAction,
): NewEvent[] {
  if (!after || after.state === 'unconfirmed') return []
  const earlier = before?.state === 'unconfirmed' ? null : before
  const data = { [`${kind.name}_id`]: after.id, ...kind.eventData(after), updated_at: updatedAt }
  return namesOf(kind, earlier, after, action === 'erase')
    .map(name => `${kind.name}.${name}`)
    .filter(type => kind.events.includes(type as EventType))
    .map(type => ({ type: type as EventType, subject: after.id, data }))
}

function namesOf<Item extends Content>(
  kind: ContentKind<Item>,
  before: Item | null,
  after: Item,
  isErased: boolean,
): string[] {
  const names: string[] = before ? [] : ['created']
  // The erasure of a name in a reply is no reply.
  const isReplied = !isErased && (after.reply ?? null) !== null && after.reply !== (before?.reply ?? null)
  const isMoved = before?.state !== after.state
  if (isMoved && ['published', 'rejected', 'removed'].includes(after.state)) names.push(after.state)
  if (isReplied) names.push(kind.name === 'review' ? 'replied' : 'answered')
  const [was, is] = [before && kind.eventData(before), kind.eventData(after)]
  const unnamed = fieldsWithoutOwnEvent(is, isReplied)
  const isEdited = before && unnamed.some(name => JSON.stringify(was?.[name]) !== JSON.stringify(is[name]))
  if (isEdited || (before && isMoved && after.state === 'pending')) names.push('updated')
  return names
}

/** The fields whose change no other event reports. */
function fieldsWithoutOwnEvent(data: Record<string, unknown>, isReplied: boolean): string[] {
  const named = [
    'state',
    'moderation_reason',
    'published_at',
    ...(isReplied ? ['reply', 'reply_created_at'] : []),
  ]
  return Object.keys(data).filter(name => !named.includes(name))
}
