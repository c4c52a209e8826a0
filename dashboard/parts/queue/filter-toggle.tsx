import { Button } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'

type Props = {
  /** Only what has no reply of the store, or what visitors reported. */
  name: 'unanswered' | 'reported'
  filters: { unanswered?: string; reported?: string }
  change: (value: '1' | '') => void
}

export function FilterToggle({ name, filters, change }: Props) {
  const texts = useTexts('queue')
  const isOn = filters[name] === '1'
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={isOn && <Icon name="check" size={16} />}
      onClick={() => change(isOn ? '' : '1')}
    >
      {texts[name]}
    </Button>
  )
}
