package shop;
class Letters {
    static String reminder(java.util.Properties p, String name) {
        return list(p, "reminder.") + name;
    }
    static String list(java.util.Properties p, String prefix) {
        StringBuilder out = new StringBuilder();
        java.util.Enumeration names = p.keys();
        while (names.hasMoreElements()) {
            String key = (String) names.nextElement();
            if (key.startsWith(prefix)) {
                out.append(p.getProperty(key));
            }
        }
        return out.toString();
    }
    static String offer(java.util.Properties props, String title) {
        StringBuilder text = new StringBuilder();
        java.util.Enumeration all = props.keys();
        while (all.hasMoreElements()) {
            String key = (String) all.nextElement();
            if (key.startsWith("offer.")) {
                text.append(props.getProperty(key));
            }
        }
        return text.toString() + title;
    }
}
