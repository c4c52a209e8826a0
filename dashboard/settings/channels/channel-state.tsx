import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ChannelTest } from '../../../server/api/dashboard/channels/channel-schemas.ts'
import { post, storePath } from '../../api.ts'
import { CopyableValue } from '../../parts/copying/copyable-value.tsx'
import { ErrorPanel } from '../../parts/errors.tsx'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import type { Channel } from './channels.tsx'

/** What a channel sent this month, its last problem, the address for reports, and a test message. */
export function ChannelState({ channel }: { channel: Channel }) {
  const texts = useTexts('channels')
  const { number, instant } = useFormats()
  const { month, problem, settings, waits_until } = channel
  const { currency = '' } = settings
  const money = (amount: number) => `${number(amount, { maximumFractionDigits: 4 })} ${currency}`.trim()
  return (
    <>
      <Text size="sm">
        {texts.month({
          messages: number(month.messages),
          mostMessages: number(month.most_messages),
          money: money(month.money),
          mostMoney: money(month.most_money),
        })}
      </Text>
      {problem && (
        <Alert color={waits_until ? 'red' : 'yellow'} title={instant(problem.at)}>
          {texts.problems[problem.name]}
          {problem.answer && <Text size="sm">{problem.answer}</Text>}
          {waits_until && <Text size="sm">{texts.waits({ until: instant(waits_until) })}</Text>}
        </Alert>
      )}
      <CopyableValue label={texts.address} value={channel.webhook_url} />
      <TestMessage channel={channel} />
    </>
  )
}

function TestMessage({ channel: { channel } }: { channel: Channel }) {
  const { store_id, isOwner } = useStore()
  const texts = useTexts('channels')
  const queryClient = useQueryClient()
  const [to, setTo] = useState('')
  const attempt = useMutation({
    mutationFn: () => post<ChannelTest>(storePath(store_id, `/channels/${channel}/test`), { to }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [store_id, 'channels'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to.trim()) attempt.mutate()
  }
  const { data } = attempt
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label={texts.testTo}
          type="tel"
          placeholder="+5511912345678"
          flex={1}
          miw={200}
          maw={320}
          disabled={!isOwner}
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!to.trim()} loading={attempt.isPending}>
          {texts.test}
        </Button>
      </Group>
      {data && (
        <Alert mt="sm" role="status" color={data.as === 'accepted' ? 'green' : 'yellow'}>
          {data.problem ? texts.problems[data.problem] : texts.tested}
          {data.answer && <Text size="sm">{data.answer}</Text>}
        </Alert>
      )}
      {attempt.error && <ErrorPanel error={attempt.error} />}
    </form>
  )
}
