import { RemoveSection } from '../../parts/layout/remove-section.tsx'
import { useTexts } from '../../words/words.tsx'
import { titleOf } from '../platforms.ts'
import { type Connection, useConnectionRequests } from '../query.ts'

export function RemoveConnection({ connection }: { connection: Connection }) {
  const all = useTexts('connections')
  const { remove: texts } = all
  const { remove, reload } = useConnectionRequests()
  return (
    <RemoveSection
      {...{ texts, reload }}
      question={texts.confirm({ name: titleOf(connection, all) })}
      consequences={texts.confirmLead}
      remove={() => remove(connection.connection_id)}
    />
  )
}
