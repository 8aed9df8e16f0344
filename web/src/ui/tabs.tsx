// tabs.tsx - a row of choices of which one is shown.
interface TabsProps {
  tabs: readonly (readonly [string, string])[]; // id, words
  now: string;
  label: string;
  class?: string;
  onChange: (id: string) => void;
}

export function Tabs({ tabs, now, label, class: name = "", onChange }: TabsProps) {
  return (
    <div class={`tabs ${name}`} role="group" aria-label={label}>
      {tabs.map(([id, words]) => (
        <button key={id} aria-pressed={id === now} onClick={() => onChange(id)}>
          {words}
        </button>
      ))}
    </div>
  );
}
