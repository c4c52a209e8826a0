import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ErrorAlert } from '../../parts/errors.tsx'
import { Facts } from '../../parts/layout/facts.tsx'
import { Section } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { type Connection, type Finding, useAct, useConnectionRequests } from '../query.ts'
import { findingsOf } from '../set-up.tsx'

type Props = { connection: Connection; setFindings: (findings: Finding[] | undefined) => void }

/** Whether the shop's own review mails are on, and the choice who asks. */
export function WhoAsksSection({ connection, setFindings }: Props) {
  const { whoAsks: texts } = useTexts('connections')
  const { instant } = useFormats()
  const { isOwner } = useStore()
  const { shop_mails } = connection
  const seen = shop_mails
    ? `${texts.states[shop_mails.state]} · ${texts.checked({ when: instant(shop_mails.at) })}`
    : texts.unknown
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts rows={[[texts.now, seen]]} />
      {isOwner && <Choice {...{ connection, setFindings }} />}
    </Section>
  )
}

function Choice({ connection, setFindings }: Props) {
  const { whoAsks: texts } = useTexts('connections')
  const saved = connection.options.asks ?? ''
  const [asks, setAsks] = useState(saved)
  const save = useSave(connection, setFindings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(asks)
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <Radio.Group label={texts.label} value={asks} onChange={setAsks}>
        <Stack gap="sm" mt="xs" maw={640}>
          <Radio value="realword" label={texts.realword} description={texts.realwordHint} />
          <Radio value="shop" label={texts.shop} description={texts.shopHint} />
        </Stack>
      </Radio.Group>
      {saved === '' && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      <ErrorAlert error={save.error} />
      <Group>
        <Button type="submit" variant="default" loading={save.isPending} disabled={asks === saved}>
          {texts.save}
        </Button>
      </Group>
    </Stack>
  )
}

/** Saves the choice, and then asks the shop: a repair also switches its own mails off if Realword is to ask. */
function useSave({ connection_id, has, state }: Connection, setFindings: Props['setFindings']) {
  const { whoAsks: texts } = useTexts('connections')
  const { change, repair, test } = useConnectionRequests()
  return useAct(
    async (asks: string) => {
      await change(connection_id, { options: { asks } })
      if (state !== 'active' || !has.key || !has.token) return undefined
      return await findingsOf(() => (asks === 'realword' ? repair : test)(connection_id))
    },
    { message: texts.saved, onDone: findings => findings && setFindings(findings) },
  )
}
