/** The browser tab's text: "Users · Botscope". React moves it to the head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · Botscope`}</title>;
}
