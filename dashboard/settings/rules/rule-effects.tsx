import { NumberInput, Select, TagsInput, Text } from '@mantine/core'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import { Switch } from '../../parts/pickers/switch.tsx'
import { useTexts } from '../../words/words.tsx'
import classes from './rules.module.css'
import { without } from './without.ts'

type Then = RequestRule['then']

const channels = ['email', 'whatsapp', 'sms'] as const
const parts = ['own_questions', 'pictures', 'store_question'] as const

type Props = { then: Then; problems: Record<string, string>; change: (then: Then) => void }

/** What a rule changes for those who are asked. Without anything, they are asked as the settings say. */
export function RuleEffects({ then, problems, change }: Props) {
  const texts = useTexts('rules')
  const set = (fields: Partial<Then>) => {
    const { ask: _, ...said } = without({ ...then, ...fields })
    change(Object.keys(said).length > 0 ? said : { ask: true })
  }
  const { delay_days, reminders, channel, form } = then
  const show = (part: (typeof parts)[number], isShown: boolean) => {
    const { [part]: _, ...others } = form ?? {}
    const next = isShown ? others : { ...others, [part]: false }
    set({ form: Object.keys(next).length > 0 ? next : undefined })
  }
  return (
    <>
      <div className={classes.fields}>
        <NumberInput
          label={texts.delay}
          placeholder={texts.asSettings}
          min={0}
          max={365}
          allowDecimal={false}
          value={delay_days ?? ''}
          error={problems.delay_days}
          onChange={given => set({ delay_days: given === '' ? undefined : Number(given) })}
        />
        <Select
          label={texts.channel}
          description={channel && channel !== 'email' ? texts.channelLater : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={[
            { value: '', label: texts.asSettings },
            ...channels.map(value => ({ value, label: texts.channels[value] })),
          ]}
          value={channel ?? ''}
          onChange={value => set({ channel: channels.find(one => one === value) })}
        />
        <Select
          label={texts.reminders}
          allowDeselect={false}
          data={[
            { value: 'settings', label: texts.asSettings },
            { value: 'none', label: texts.noReminders },
            { value: 'own', label: texts.ownReminders },
          ]}
          value={reminders === undefined ? 'settings' : reminders.length === 0 ? 'none' : 'own'}
          onChange={value =>
            set({ reminders: value === 'settings' ? undefined : value === 'none' ? [] : [3] })
          }
        />
        {reminders !== undefined && reminders.length > 0 && (
          <TagsInput
            label={texts.reminderDays}
            maxTags={2}
            inputMode="numeric"
            value={reminders.map(String)}
            error={problems.reminders}
            onChange={days =>
              set({
                reminders: days
                  .map(Number)
                  .filter(Number.isInteger)
                  .toSorted((a, b) => a - b),
              })
            }
          />
        )}
      </div>
      <div>
        <Text size="sm" fw={500} mb={6}>
          {texts.form}
        </Text>
        {parts.map(part => (
          <Switch
            key={part}
            mb={6}
            label={texts.formParts[part]}
            checked={form?.[part] !== false}
            onChange={event => show(part, event.currentTarget.checked)}
          />
        ))}
      </div>
    </>
  )
}
