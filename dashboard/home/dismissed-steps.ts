import { useLocalStorage } from '@mantine/hooks'
import { useMe } from '../session.tsx'
import { useStore } from '../store.tsx'

/**
 * Whether the user dismissed the store's first steps, and a function to do so. Each user decides on each browser: the
 * steps are advice, and one member's choice must not hide them from another.
 */
export function useDismissedSteps(): [boolean, () => void] {
  const { store_id } = useStore()
  const { person } = useMe()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `realword.first-steps-dismissed ${person.id} ${store_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return [isDismissed, () => setDismissed(true)]
}
