/** The border above each row of a list. */
export const rowBorder = { borderTop: '1px solid var(--mantine-color-default-border)' }
