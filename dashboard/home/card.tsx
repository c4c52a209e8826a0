import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './home.module.css'

type Props = { title: string; lead: string; children: ReactNode }

/** A part of the home, with its conclusion as the title. */
export function Card({ title, lead, children }: Props) {
  const headingId = useId()
  return (
    <Paper
      component="section"
      aria-labelledby={headingId}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      className={classes.chart}
    >
      <div>
        <Title order={2} size="h5" id={headingId}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={2}>
          {lead}
        </Text>
      </div>
      {children}
    </Paper>
  )
}
