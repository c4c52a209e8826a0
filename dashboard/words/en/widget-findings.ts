export const words = {
  page_read: ['The page answers.'],
  page_status: [
    'The page answers with status {status}.',
    'Open it in a private window: check the address, and that the product is published.',
  ],
  page_password: [
    'The page asks for a password or refuses robots (status {status}).',
    'Check it once the shop is open to everybody, or allow visitors whose browser is called “Realword widget check”.',
  ],
  page_redirect: ['The page sends visitors on to {to}.', 'Check that address instead.'],
  page_type: ['There is no web page at this address, but {type}.', 'Enter the address of a product’s page.'],
  page_large: [
    'The page is larger than 2 MB and was not read to its end.',
    'Check another page of the shop, or make this one smaller: buyers wait for it too.',
  ],
  page_slow: [
    'The page took longer than 15 seconds.',
    'Try again in a while. If it stays so slow, ask whoever hosts the shop.',
  ],
  page_name: [
    'There is no address called {host}.',
    'Check how it is spelled. A new domain may take some hours until it is known.',
  ],
  page_private: [
    '{host} is inside a private network, where nothing is fetched from.',
    'Check a page that everybody can open.',
  ],
  page_port: [
    'Pages are fetched from the usual ports only, not from {host}.',
    'Check the shop’s public address.',
  ],
  page_unreachable: [
    'The server of the page cannot be reached ({detail}).',
    'Open the page in your browser. If it works there, a firewall may keep us out.',
  ],
  page_certificate: [
    'The certificate of the page is not valid ({detail}).',
    'Browsers warn of it too: ask whoever hosts the shop to renew it.',
  ],
  page_unreadable: [
    'What the server answered cannot be read ({detail}).',
    'Ask whoever hosts the shop: the answer is no HTTP, or is packed in an unusual way.',
  ],
  script_found: ['The script is on the page.'],
  script_missing: [
    'The script is not on the page.',
    'Paste the first piece of the code into the head of the page: {expected}',
  ],
  script_elsewhere: ['The script comes from another address: {found}', 'Use this one: {expected}'],
  script_classic: [
    'The script has no type="module", so browsers refuse it.',
    'Write <script type="module" …>. It needs neither async nor defer: modules never hold up a page.',
  ],
  script_insecure: [
    'The page is https and the script is http: browsers block it.',
    'The service needs an https address. Ask its operator to set PUBLIC_URL, then copy the code again.',
  ],
  script_integrity: [
    'The integrity on the script names another version: browsers refuse it.',
    'Take the attribute away, or set it to {expected}',
  ],
  script_blocked: [
    'The page’s own security policy ({directive}) blocks the script.',
    'Add {expected} to {directive}.',
  ],
  script_twice: ['The script is on the page {count} times.', 'Leave one. The others only cost time.'],
  reads_blocked: [
    'The page’s security policy ({directive}) keeps the widgets from reading reviews.',
    'Add {expected} to connect-src.',
  ],
  types_blocked: [
    'The page demands Trusted Types and does not allow ours.',
    'Add lit-html to trusted-types.',
  ],
  pictures_blocked: [
    'The page’s security policy ({directive}) blocks the buyers’ pictures.',
    'Add {expected} to img-src.',
  ],
  frame_blocked: [
    'The page’s security policy ({directive}) blocks the form for questions.',
    'Add {expected} to frame-src.',
  ],
  store_right: ['Store and key are this store’s.'],
  store_missing: ['A widget does not say which store it belongs to.', 'Add data-store-id="{expected}".'],
  store_other: ['The code names another store: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['A widget has no store key.', 'Add data-store-key="{expected}".'],
  key_other: ['The code has the key of another store: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'Your secret API key ({found}) stands on the page, where everybody can read it.',
    'Take it away and revoke it at once under Settings, Connection. Pages need the store key only.',
  ],
  origin_any: ['Any page may show the reviews: the store lists no origins.'],
  origin_listed: ['The store allows {origin}.'],
  origin_refused: [
    'The store does not allow {origin}: browsers keep the reviews from the page.',
    'Add {origin} under Settings, Connection.',
  ],
  widgets_found: ['On the page: {widgets}'],
  widgets_missing: [
    'There is no widget in what the server sends.',
    'Paste the elements where they shall appear. If a script adds them later, check by hand as described below.',
  ],
  product_missing: ['A {widget} names no product.', 'Add data-product-id or data-product-sku.'],
  product_both: [
    'A {widget} has data-product-id and data-product-sku, and so shows nothing.',
    'Leave one of them.',
  ],
  product_template: [
    'The product’s id was not filled in: {products}',
    'The template’s variable is not known in this place. Look into the code for your platform for the right one.',
  ],
  product_is_sku: ['{products}: this is a SKU, not a product’s id.', 'Use data-product-sku for it.'],
  sku_is_product: ['{products}: this is a product’s id, not a SKU.', 'Use data-product-id for it.'],
  product_unknown: [
    'The store has no product {products}.',
    'The ids on the page must be those that orders and products are sent with. It appears here with its first order.',
  ],
  product_unreviewed: ['Nobody has reviewed {products} yet. Stars appear with the first review.'],
  products_known: ['The store knows the products: {products}'],
  attribute_unknown: ['{widget} has an attribute it does not know: {attribute}', 'It knows: {expected}'],
  attribute_value: ['{attribute} of {widget} cannot be “{found}”.', 'Copy the element from the code again.'],
  structured_found: ['Search engines find the rating in the page’s structured data.'],
  structured_twice: [
    '{count} products on the page give a rating to search engines, which then trust none.',
    'Leave one: switch off the ratings of the theme or of another app.',
  ],
  structured_broken: [
    'Structured data on the page is no valid JSON, so search engines ignore it.',
    'Ask whoever made the theme to repair it.',
  ],
  structured_missing: [
    'Search engines learn no rating from this page.',
    'To have stars in results, let the shop’s server put /api/v1/structured-data.json into the page.',
  ],
  language_missing: [
    'The page does not say its language, so widgets follow the visitor’s browser.',
    'Write it on the html element: <html lang="pt-BR">.',
  ],
  seen_later: [
    'Code that a script adds later (a tag manager, a shop built in the browser) cannot be seen from here.',
    'Check by hand: open the page in Chrome, press F12, choose Console, enter document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — it should not be 0 — and look for lines that begin with “Realword:”.',
  ],
} as const
