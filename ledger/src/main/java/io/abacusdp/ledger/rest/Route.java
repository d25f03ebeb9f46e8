package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.security.Permission;
import io.javalin.http.HandlerType;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the contract.
 *
 * @param path with parameters in braces, as in the contract
 * @param permission that it needs; null if any known identity may
 */
record Route(HandlerType method, String path, @Nullable Permission permission, Operation operation) {
    /** What a route does. */
    interface Operation {
        void run(RestCall call) throws Exception;
    }

    static Route get(String path, @Nullable Permission permission, Operation operation) {
        return new Route(HandlerType.GET, path, permission, operation);
    }

    static Route post(String path, Permission permission, Operation operation) {
        return new Route(HandlerType.POST, path, permission, operation);
    }
}
