import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './connections.module.css'
import { Clicks } from './message.tsx'

type StepTexts = { title: string; clicks: Record<string, string> }

/** The steps of a platform's texts, in order. */
export function stepsOf({ steps }: { steps: Record<string, StepTexts> }): StepTexts[] {
  return Object.values(steps)
}

/** Numbered steps, each with its clicks, and what belongs to it below them. */
export function Steps({
  steps,
  first = 1,
  children = [],
}: {
  steps: readonly StepTexts[]
  /** The number of the first step. */
  first?: number
  /** What belongs to each step. */
  children?: ReactNode[]
}) {
  return (
    <ol className={classes.steps} start={first}>
      {steps.map(({ title, clicks }, index) => (
        <li key={title} className={classes.step}>
          <span className={classes.number} aria-hidden="true">
            {first + index}
          </span>
          <div className={classes.stepBody}>
            <Title order={3} size="h5">
              {title}
            </Title>
            {Object.keys(clicks).length > 0 && (
              <ol className={classes.clicks}>
                {Object.values(clicks).map(click => (
                  <Text component="li" key={click} size="sm">
                    <Clicks text={click} />
                  </Text>
                ))}
              </ol>
            )}
            {children[index]}
          </div>
        </li>
      ))}
    </ol>
  )
}
