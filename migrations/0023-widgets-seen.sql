-- When a page of another origin first read with the store key: whether the widgets stand on the store's pages
-- yet is one of the first steps the dashboard shows.
alter table stores add widgets_seen_at timestamptz;
