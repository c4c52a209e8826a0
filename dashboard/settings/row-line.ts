/** The line above each row of a list. */
export const rowLine = { borderTop: '1px solid var(--mantine-color-default-border)' }
