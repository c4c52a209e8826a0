import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShownChannel } from '../../../server/api/dashboard/channels/channel-schemas.ts'
import { get, storePath, type Wire } from '../../api.ts'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Section, SectionList } from '../../parts/layout/section.tsx'
import { useStore } from '../../store.tsx'
import type { Settings } from '../../store-settings.ts'
import { useTexts } from '../../words/words.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { ChannelForm } from './channel-form.tsx'
import { ChannelState } from './channel-state.tsx'

export type Channel = Wire<ShownChannel>

/** How buyers are asked first, and the store's WhatsApp and SMS. */
export function ChannelSettings({ settings }: { settings: Settings }) {
  const texts = useTexts('channels')
  const { data, error, refetch } = useChannels()
  const choices = (['email', 'whatsapp', 'sms'] as const).map(value => ({ value, label: texts.names[value] }))
  return (
    <SectionList>
      <SettingsForm
        name="channels"
        saved={{ request_channel: settings.request_channel }}
        toChange={({ request_channel }) => ({ request_channel })}
      >
        {form => (
          <Section title={texts.first} lead={texts.firstLead}>
            <Select
              label={texts.firstLabel}
              data={choices}
              allowDeselect={false}
              maw={320}
              {...form.field('request_channel')}
            />
          </Section>
        )}
      </SettingsForm>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} radius="lg" />}
      {data &&
        (['whatsapp', 'sms'] as const).map(name => {
          const channel = data.result.find(one => one.channel === name)
          return (
            <Section
              key={name}
              title={texts.names[name]}
              lead={name === 'whatsapp' ? texts.whatsappLead : texts.smsLead}
            >
              {channel && <ChannelState channel={channel} />}
              <ChannelForm name={name} channel={channel} />
            </Section>
          )
        })}
    </SectionList>
  )
}

function useChannels() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'channels'],
    queryFn: () => get<{ result: Channel[] }>(storePath(store_id, '/channels')),
  })
}
