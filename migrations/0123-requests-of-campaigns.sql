-- outside a transaction
-- What came of a campaign, and which of its requests are not sent yet. Other requests cost it nothing.
create index concurrently if not exists review_requests_of_campaign
on review_requests (store_id, campaign_id, state)
where campaign_id is not null;
