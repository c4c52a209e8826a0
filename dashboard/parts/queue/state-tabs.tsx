import { SegmentedControl } from '@mantine/core'
import type { StateCounts } from '../../../server/api/dashboard/content-schemas.ts'
import { useFormats } from '../../words/words.tsx'
import classes from './queue.module.css'

type Props<State extends string> = {
  label: string
  states: readonly State[]
  labels: Record<State, string>
  chosen: State
  choose: (state: State) => void
  /** Undefined while they load; null if the filters cannot be counted. */
  counts: StateCounts | null | undefined
}

/** The states of a queue, each with the number of its records. */
export function StateTabs<State extends string>({
  label,
  states,
  labels,
  chosen,
  choose,
  counts,
}: Props<State>) {
  const { number } = useFormats()
  return (
    <SegmentedControl
      value={chosen}
      onChange={state => choose(state as State)}
      data={states.map(value => {
        const found = counts?.[value as keyof StateCounts]
        return {
          value,
          label: (
            <span className={classes.tab}>
              <span>{labels[value]}</span>
              {found && (
                <span className={classes.count}>{`${number(found.count)}${found.more ? '+' : ''}`}</span>
              )}
            </span>
          ),
        }
      })}
      aria-label={label}
      radius="md"
      className={classes.tabs}
    />
  )
}
