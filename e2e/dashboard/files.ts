/** A CSV file of orders whose column of states has words that Realword does not know. */
export const ordersOfStates = `order_id;order_date;delivery_date;product_id;customer_email;Situación del envío
1;2026-03-10;2026-03-14;TAZ-1;ana@example.com;En casa
2;2026-03-10;2026-03-14;TAZ-1;bea@example.com;Zum Kunden
3;2026-03-10;2026-03-14;TAZ-1;cira@example.com;Devuelto
4;2026-03-10;2026-03-14;TAZ-1;;En casa
`
