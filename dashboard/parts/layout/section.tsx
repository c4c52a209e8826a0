import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

/** A card with a heading and an introduction, which are beside it in a wide `SectionList`. */
export function Section({
  title,
  lead,
  action,
  children,
}: {
  title: string
  lead?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} maw={560}>
              {lead}
            </Text>
          )}
        </div>
        {action}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

/** Sections one below the other, with their headings in a column of their own where there is room. */
export function SectionList({ children }: { children: ReactNode }) {
  return (
    <Stack gap="xl" className={classes.list}>
      {children}
    </Stack>
  )
}
